// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Token} from "token.sol";

/// A vault (ERC-4626) that earns what anybody sends it.
contract Vault {
  Token public immutable asset;
  string public constant name = "Test vault";
  uint256 public constant decimals = 18;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;

  constructor(Token asset_) {
    asset = asset_;
  }

  function totalAssets() public view returns (uint256) {
    return asset.balanceOf(address(this));
  }

  function convertToAssets(uint256 shares) public view returns (uint256) {
    return (shares * (totalAssets() + 1)) / (totalSupply + 1);
  }

  function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
    shares = (assets * (totalSupply + 1)) / (totalAssets() + 1);
    asset.transferFrom(msg.sender, address(this), assets);
    totalSupply += shares;
    balanceOf[receiver] += shares;
  }

  function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares) {
    shares = (assets * (totalSupply + 1) + totalAssets()) / (totalAssets() + 1);
    pay(assets, shares, receiver, owner);
  }

  function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
    assets = convertToAssets(shares);
    pay(assets, shares, receiver, owner);
  }

  function pay(uint256 assets, uint256 shares, address receiver, address owner) private {
    require(msg.sender == owner, "not the owner");
    balanceOf[owner] -= shares;
    totalSupply -= shares;
    asset.transfer(receiver, assets);
  }
}

/// A vault that enters the wrapper again when it is paid into.
contract EnteringVault {
  address public immutable asset;
  mapping(address => uint256) public balanceOf;

  constructor(address asset_) {
    asset = asset_;
  }

  function totalAssets() external pure returns (uint256) {
    return 0;
  }

  function convertToAssets(uint256 shares) external pure returns (uint256) {
    return shares;
  }

  function deposit(uint256 assets, address) external returns (uint256) {
    balanceOf[msg.sender] += assets;
    (bool succeeded, bytes memory given) = msg.sender.call(
      abi.encodeWithSignature("redeem(uint256,address,address)", type(uint256).max, address(this), address(this))
    );
    if (!succeeded) {
      assembly {
        revert(add(given, 32), mload(given))
      }
    }
    return assets;
  }
}
